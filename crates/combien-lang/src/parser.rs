//! Tokens to a tree, by recursive descent. Never fails: a declaration that cannot be read is reported, and reading goes
//! on at the next word that begins one.
//!
//! ```text
//! file      = { decl }
//! decl      = "pattern" NAME "=" expr | "tiles" NAME "=" list | "problem" NAME "=" expr ( list | NAME )
//!           | "assert" ( BOOL | expr "=" expr | "count" [ algorithm ] NAME "=" NUMBER ) | "print" NAME
//!           | ( "solve" | "all" ) [ algorithm ] NAME [ "ascii" | "svg" TEXT ] | "count" [ algorithm ] NAME
//!           | "sample" [ algorithm ] NAME NUMBER [ "seed" NUMBER ] [ "ascii" | "svg" TEXT ]
//!           | "dimacs" NAME TEXT | "include" TEXT | ( "debug" | "timing" ) ( "on" | "off" ) | "exit"
//! algorithm = "dlx" | "zdd" | "sat" TEXT | NAME
//! list      = "[" [ tile { "," tile } ] "]"
//! tile      = expr { FLAG }
//! expr      = operand { ( "-" | "&&" | "||" | "^" ) operand }        one level, from left to right
//! operand   = NAME | DRAWING | "(" expr ")" | "constant" PAIR BOOL | "set" expr PAIR BOOL
//!           | "crop" PAIR PAIR expr | "shift" expr PAIR | "resize" expr PAIR | "apply" ISOMETRY expr
//!           | ( "union" | "inter" | "diff" | "xor" ) expr expr
//! ```

use std::sync::Arc;

use combien::diagnostic::{Diagnostic, Place, Source, nearest};
use combien::tiling::{Lattice, Operation};

use crate::ast::{
    Algorithm, Condition, Decl, Expr, ExprKind, Name, Output, Pair, Span, Spanned, Tile, Tiles,
};
use crate::lexer::{Token, TokenKind, lex};

/// Expressions may nest so deep. A person writes three or four levels; the parser's own stack bears thousands.
pub const MOST_NESTED: usize = 500;

/// The words that begin a declaration, and nothing else.
const BEGINNINGS: [&str; 19] = [
    "pattern", "tiles", "problem", "pattern3", "tiles3", "problem3", "assert", "print", "solve", "solve3",
    "all", "all3", "count", "count3", "dimacs", "include", "exit", "debug", "timing",
];
/// The words of drawing at random.
const SAMPLE: &str = "sample";
const SEED: &str = "seed";
const JOKE: &str = "answer_to_the_question_of_life_the_universe_and_everything";

/// The declarations of a text, and what is wrong with it.
pub fn parse(source: &Arc<Source>) -> (Vec<Spanned<Decl>>, Vec<Diagnostic>) {
    let (tokens, diagnostics) = lex(source);
    let mut parser = Parser { source, tokens, at: 0, nested: 0, diagnostics };
    let mut decls = vec![];
    while parser.peek() != &TokenKind::End {
        let start = parser.span().start;
        let decl = parser.decl();
        let span = start..parser.end_of_last();
        decls.extend(decl.map(|node| Spanned { node, span }));
    }
    (decls, parser.diagnostics)
}

/// A fault has been reported; what was being read cannot be.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    source: &'a Arc<Source>,
    tokens: Vec<Token>,
    at: usize,
    nested: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span.clone()
    }

    fn end_of_last(&self) -> usize {
        self.tokens[self.at.saturating_sub(1)].span.end
    }

    /// The token, and on to the next; the end stays where it is.
    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_keyword(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Keyword(keyword) if *keyword == word)
    }

    fn accept_keyword(&mut self, word: &str) -> bool {
        let found = self.is_keyword(word);
        if found {
            self.next();
        }
        found
    }

    fn accept_symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol);
        if found {
            self.next();
        }
        found
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }

    fn place(&self, span: Span) -> Place {
        Place::new(self.source, span)
    }

    /// Reports that something else is expected here, unless what is here has been reported already.
    fn expected(&mut self, what: &str) -> Reported {
        if *self.peek() == TokenKind::Broken {
            return Reported;
        }
        let place = self.place(self.span());
        let found = match self.peek() {
            TokenKind::End => "the file ends here".to_owned(),
            TokenKind::Drawing(_) => "here is a drawing".to_owned(),
            TokenKind::Text(_) => "here is a text in quotes".to_owned(),
            _ => format!("here is `{}`", &self.source.text[self.span()]),
        };
        let diagnostic = Diagnostic::error("syntax", format!("{what} is expected; {found}"), place);
        let diagnostic = diagnostic.labelled("not expected here");
        self.report(match self.peek() {
            TokenKind::Keyword(word) if what.starts_with("the name of") => {
                diagnostic.hinted(format!("`{word}` has a meaning of its own and cannot be a name"))
            }
            TokenKind::Number(_) if what.contains('x') => {
                diagnostic.hinted("write both numbers without spaces: `8x5`")
            }
            TokenKind::Pair(..) if self.follows_minus() => diagnostic
                .hinted("no number is negative; to move cells left or down, `crop` or turn the pattern"),
            _ => diagnostic,
        })
    }

    fn follows_minus(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Symbol("-")
    }

    /// A name; `what` is what bears it.
    fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        match self.peek() {
            TokenKind::Name(_) => match self.next().kind {
                TokenKind::Name(node) => Ok(Spanned { node, span }),
                _ => unreachable!("it was a name"),
            },
            _ => Err(self.expected(&format!("the name of {what}"))),
        }
    }

    fn text(&mut self, what: &str) -> Parsed<Spanned<String>> {
        let span = self.span();
        let TokenKind::Text(text) = self.peek() else {
            return Err(self.expected(&format!("{what} in quotes")));
        };
        let node = text.clone();
        self.next();
        Ok(Spanned { node, span })
    }

    fn pair(&mut self, what: &str) -> Parsed<Pair> {
        let span = self.span();
        let &TokenKind::Pair(x, y) = self.peek() else {
            return Err(self.expected(what));
        };
        self.next();
        Ok(Spanned { node: (x, y), span })
    }

    fn number(&mut self) -> Parsed<Spanned<String>> {
        let span = self.span();
        let TokenKind::Number(digits) = self.peek() else {
            return Err(self.expected("a number"));
        };
        let node = digits.clone();
        self.next();
        Ok(Spanned { node, span })
    }

    fn one_of(&mut self, yes: &str, no: &str) -> Parsed<bool> {
        if self.accept_keyword(yes) {
            Ok(true)
        } else if self.accept_keyword(no) {
            Ok(false)
        } else {
            Err(self.expected(&format!("`{yes}` or `{no}`")))
        }
    }

    fn symbol(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept_symbol(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    /// A declaration; none if it could not be read and has no name to be remembered by.
    fn decl(&mut self) -> Option<Decl> {
        let decl = match self.next() {
            Token { kind: TokenKind::Keyword(word), span } => self.decl_of(word, span),
            // No word of `combine`, so it may be a name; at the beginning of a declaration it cannot.
            Token { kind: TokenKind::Name(name), .. } if name == SAMPLE => self.sample(),
            Token { span, .. } => Err(self.no_declaration(span)),
        };
        if decl.is_err() {
            self.recover();
        }
        decl.ok()
    }

    fn decl_of(&mut self, word: &str, span: Span) -> Parsed<Decl> {
        match word {
            "pattern" => self.definition("the pattern", Decl::Pattern, Parser::expr),
            "tiles" => self.definition("the list of tiles", Decl::Tiles, Parser::list),
            "problem" => {
                self.definition("the problem", Decl::Problem, |parser| Ok((parser.expr()?, parser.tiles()?)))
            }
            "assert" => self.condition().map(Decl::Assert),
            "print" => self.name("what to print").map(Decl::Print),
            "solve" | "all" => self.solve(word == "all"),
            "count" => Ok(Decl::Count(self.algorithm()?, self.name("a problem")?)),
            "dimacs" => Ok(Decl::Dimacs(self.name("a problem")?, self.text("the name of a file")?)),
            "include" => self.text("the name of a file").map(Decl::Include),
            "debug" => self.one_of("on", "off").map(Decl::Debug),
            "timing" => self.one_of("on", "off").map(Decl::Timing),
            "exit" => Ok(Decl::Exit),
            JOKE => Ok(Decl::Answer),
            _ if BEGINNINGS.contains(&word) => {
                let message = format!("`{word}` is not available yet: three dimensions are still to come");
                let diagnostic = Diagnostic::error("not-available", message, self.place(span));
                Err(self.report(diagnostic.labelled("not available yet")))
            }
            _ => Err(self.no_declaration(span)),
        }
    }

    fn no_declaration(&mut self, span: Span) -> Reported {
        if self.tokens[..self.at].last().is_some_and(|token| token.kind == TokenKind::Broken) {
            return Reported;
        }
        let word = &self.source.text[span.clone()];
        let near = nearest(word, BEGINNINGS.into_iter().chain([SAMPLE]));
        let message = match word.chars().count() {
            0..20 => format!("`{word}` begins no declaration"),
            _ => "this begins no declaration".to_owned(),
        };
        let diagnostic = Diagnostic::error("syntax", message, self.place(span));
        self.report(match near {
            Some(near) => diagnostic.hinted(format!("did you mean `{near}`?")),
            None => diagnostic
                .hinted("declarations begin with words such as `pattern`, `tiles`, `problem`, `count`"),
        })
    }

    /// On to the next word that begins a declaration.
    fn recover(&mut self) {
        let begins =
            |kind: &TokenKind| matches!(kind, TokenKind::Keyword(w) if BEGINNINGS.contains(w) || *w == JOKE);
        while self.peek() != &TokenKind::End && !begins(self.peek()) {
            self.next();
        }
    }

    /// `NAME = ...`: the name is kept even if what follows cannot be read.
    fn definition<T>(
        &mut self,
        what: &str,
        decl: impl FnOnce(Name, Option<T>) -> Decl,
        value: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<Decl> {
        let name = self.name(what);
        if name.is_err()
            && matches!(self.tokens.get(self.at + 1), Some(Token { kind: TokenKind::Symbol("="), .. }))
        {
            // A word that cannot be a name stands where one should: what it was to mean can be read nevertheless.
            self.next();
        }
        let value = self.symbol("=").and_then(|()| value(self)).ok();
        if value.is_none() {
            self.recover();
        }
        Ok(decl(name?, value))
    }

    fn condition(&mut self) -> Parsed<Condition> {
        let span = self.span();
        if self.is_keyword("true") || self.is_keyword("false") {
            let node = self.one_of("true", "false")?;
            return Ok(Condition::Constant(Spanned { node, span }));
        }
        if self.accept_keyword("count") {
            let (algorithm, problem) = (self.algorithm()?, self.name("a problem")?);
            self.symbol("=")?;
            return Ok(Condition::Count(algorithm, problem, self.number()?));
        }
        let left = self.expr()?;
        self.symbol("=")?;
        Ok(Condition::Equal(left, self.expr()?))
    }

    fn solve(&mut self, all: bool) -> Parsed<Decl> {
        let algorithm = self.algorithm()?;
        let problem = self.name("a problem")?;
        Ok(Decl::Solve { algorithm, problem, output: self.output()?, all })
    }

    fn sample(&mut self) -> Parsed<Decl> {
        let (algorithm, problem) = (self.algorithm()?, self.name("a problem")?);
        let number = self.number()?;
        let has_seed = matches!(self.peek(), TokenKind::Name(name) if name == SEED);
        let seed = if has_seed {
            self.next();
            Some(self.number()?)
        } else {
            None
        };
        Ok(Decl::Sample { algorithm, problem, number, seed, output: self.output()? })
    }

    fn output(&mut self) -> Parsed<Output> {
        if self.accept_keyword("svg") {
            return self.text("the name of a file").map(Output::Svg);
        }
        self.accept_keyword("ascii");
        Ok(Output::Ascii)
    }

    /// The algorithm, if one stands before the name of the problem.
    fn algorithm(&mut self) -> Parsed<Option<Algorithm>> {
        let span = self.span();
        let followed_by_name =
            matches!(self.tokens.get(self.at + 1), Some(Token { kind: TokenKind::Name(_), .. }));
        let node = match self.peek() {
            TokenKind::Keyword(word @ ("dlx" | "zdd" | "sat")) => (*word).to_owned(),
            TokenKind::Name(name) if followed_by_name => name.clone(),
            _ => return Ok(None),
        };
        self.next();
        let command = match self.peek() {
            TokenKind::Text(_) if node == "sat" => Some(self.text("a command")?),
            _ => None,
        };
        Ok(Some(Algorithm { name: Spanned { node, span }, command }))
    }

    fn tiles(&mut self) -> Parsed<Tiles> {
        match self.peek() {
            TokenKind::Name(_) => self.name("a list of tiles").map(Tiles::Named),
            TokenKind::Symbol("[") => self.list().map(Tiles::List),
            _ => Err(self.expected("a list of tiles `[...]`, or the name of one,")),
        }
    }

    fn list(&mut self) -> Parsed<Vec<Tile>> {
        self.symbol("[")?;
        let mut tiles = vec![];
        if self.accept_symbol("]") {
            return Ok(tiles);
        }
        loop {
            tiles.push(self.tile()?);
            if self.accept_symbol("]") {
                return Ok(tiles);
            }
            if !self.accept_symbol(",") {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn tile(&mut self) -> Parsed<Tile> {
        let shape = self.expr()?;
        let mut options = vec![];
        while let TokenKind::Flag(node) = self.peek() {
            options.push(Spanned { node: node.clone(), span: self.span() });
            self.next();
        }
        Ok(Tile { shape, options })
    }

    fn expr(&mut self) -> Parsed<Expr> {
        if self.nested >= MOST_NESTED {
            let message = format!("expressions are nested more than {MOST_NESTED} deep here");
            let place = self.place(self.span());
            let hint = "name the inner expressions as patterns of their own";
            return Err(self.report(Diagnostic::error("too-deep", message, place).hinted(hint)));
        }
        self.nested += 1;
        let expr = self.chain();
        self.nested -= 1;
        expr
    }

    /// Operands and the operations between them: one level of precedence, from left to right.
    fn chain(&mut self) -> Parsed<Expr> {
        let first = self.operand()?;
        let mut rest = vec![];
        while let TokenKind::Symbol(symbol) = self.peek()
            && let Some(operation) = infix(symbol)
        {
            self.next();
            rest.push((operation, self.operand()?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = first.span.start..self.end_of_last();
        Ok(Spanned { node: ExprKind::Combine(Box::new(first), rest), span })
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        let node = match self.peek().clone() {
            TokenKind::Name(name) => {
                self.next();
                ExprKind::Name(name)
            }
            TokenKind::Drawing(rows) => {
                self.next();
                ExprKind::Drawing(rows)
            }
            TokenKind::Symbol("(") => {
                self.next();
                let inner = self.expr()?;
                self.symbol(")")?;
                inner.node
            }
            TokenKind::Keyword(word) => self.prefix_form(word)?,
            _ => return Err(self.expected("a pattern")),
        };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    fn prefix_form(&mut self, word: &str) -> Parsed<ExprKind> {
        const POSITION: &str = "a position such as `2x0`";
        const SIZE: &str = "a size such as `8x5`";
        if let Some(operation) = prefix(word) {
            self.next();
            let left = Box::new(self.expr()?);
            return Ok(ExprKind::Combine(left, vec![(operation, self.expr()?)]));
        }
        if !["constant", "set", "crop", "shift", "resize", "apply"].contains(&word) {
            return Err(self.expected("a pattern"));
        }
        self.next();
        Ok(match word {
            "constant" => ExprKind::Constant(self.pair(SIZE)?, self.one_of("true", "false")?),
            "set" => {
                let base = Box::new(self.expr()?);
                ExprKind::Set(base, self.pair(POSITION)?, self.one_of("true", "false")?)
            }
            "crop" => ExprKind::Crop(self.pair(POSITION)?, self.pair(SIZE)?, Box::new(self.expr()?)),
            "shift" => ExprKind::Shift(Box::new(self.expr()?), self.pair(POSITION)?),
            "resize" => ExprKind::Resize(Box::new(self.expr()?), self.pair(SIZE)?),
            _ => self.apply()?,
        })
    }

    fn apply(&mut self) -> Parsed<ExprKind> {
        let names = Lattice::Square.named_isometries();
        let named = |word: &str| names.iter().find(|(name, _)| *name == word).map(|&(_, isometry)| isometry);
        let isometry = match self.peek() {
            TokenKind::Keyword(word) => named(word),
            _ => None,
        };
        let Some(isometry) = isometry else {
            let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
            return Err(self.expected(&format!("an isometry ({})", names.join(", "))));
        };
        self.next();
        Ok(ExprKind::Apply(isometry, Box::new(self.expr()?)))
    }
}

fn infix(symbol: &str) -> Option<Operation> {
    Some(match symbol {
        "-" => Operation::Difference,
        "&&" => Operation::Intersection,
        "||" => Operation::Union,
        "^" => Operation::Xor,
        _ => return None,
    })
}

fn prefix(word: &str) -> Option<Operation> {
    Some(match word {
        "diff" => Operation::Difference,
        "inter" => Operation::Intersection,
        "union" => Operation::Union,
        "xor" => Operation::Xor,
        _ => return None,
    })
}
