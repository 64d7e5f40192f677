//! Whole numbers: sums of parameters, coordinates, and the values of arguments.

use combien::diagnostic::Diagnostic;

use super::cursor::{Cursor, Parsed};
use super::{MOST_NESTED, MOST_PARAMETERS, MOST_VALUES};
use crate::ast::{Arithmetic, Coordinates, Name, Reference, Spanned, Sum, SumKind, Target, Values};
use crate::lexer::TokenKind;

impl Cursor<'_> {
    /// Counts the depth of nesting, and refuses too much of it.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nested >= MOST_NESTED {
            let message = format!("expressions are nested more than {MOST_NESTED} deep here");
            let diagnostic = Diagnostic::error("too-deep", message, self.place(self.span()));
            return Err(self.report(diagnostic.hinted("name the inner expressions as patterns of their own")));
        }
        self.nested += 1;
        let result = read(self);
        self.nested -= 1;
        result
    }

    /// Terms and the signs between them.
    pub(super) fn sum(&mut self) -> Parsed<Sum> {
        let sign = |symbol: &str| match symbol {
            "+" => Some(Arithmetic::Plus),
            "-" => Some(Arithmetic::Minus),
            _ => None,
        };
        self.nested(|cursor| cursor.arithmetic(sign, Cursor::product))
    }

    fn product(&mut self) -> Parsed<Sum> {
        let sign = |symbol: &str| match symbol {
            "*" => Some(Arithmetic::Times),
            "/" => Some(Arithmetic::Over),
            "%" => Some(Arithmetic::Modulo),
            _ => None,
        };
        self.arithmetic(sign, Cursor::factor)
    }

    /// One level of precedence, from left to right.
    fn arithmetic(
        &mut self,
        sign: impl Fn(&str) -> Option<Arithmetic>,
        part: impl Fn(&mut Self) -> Parsed<Sum>,
    ) -> Parsed<Sum> {
        let first = part(self)?;
        let mut rest = vec![];
        while let TokenKind::Symbol(symbol) = self.peek()
            && let Some(operation) = sign(symbol)
        {
            self.skip();
            rest.push((operation, part(self)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = first.span.start..self.end_of_last();
        Ok(Spanned { node: SumKind::Chain(Box::new(first), rest), span })
    }

    pub(super) fn factor(&mut self) -> Parsed<Sum> {
        let start = self.span().start;
        let node = match self.peek() {
            TokenKind::Name(name) => {
                let name = name.clone();
                self.skip();
                SumKind::Parameter(name)
            }
            TokenKind::Number(_) => SumKind::Number(self.small_number()?.node),
            TokenKind::Symbol("-") => {
                self.skip();
                SumKind::Negative(Box::new(self.nested(Cursor::factor)?))
            }
            TokenKind::Symbol("(") => {
                self.skip();
                let inner = self.sum()?;
                self.symbol(")")?;
                inner.node
            }
            _ => return Err(self.expected("a number or a parameter")),
        };
        Ok(Spanned { node, span: start..self.end_of_last() })
    }

    /// `8x5`, `3x4x5`, or sums in parentheses; `what` says what they are.
    pub(super) fn coordinates(&mut self, what: &str) -> Parsed<Coordinates> {
        let span = self.span();
        if let &TokenKind::Dim(x, y, z) = self.peek() {
            self.skip();
            let numbers = [Some(x), Some(y), z].into_iter().flatten();
            let number = |number| Spanned { node: SumKind::Number(number), span: span.clone() };
            return Ok(Spanned { node: numbers.map(number).collect(), span });
        }
        if !self.accept_symbol("(") {
            return Err(self.expected(what));
        }
        let mut sums = vec![self.sum()?];
        self.symbol(",")?;
        sums.push(self.sum()?);
        if self.accept_symbol(",") {
            sums.push(self.sum()?);
        }
        self.symbol(")")?;
        Ok(Spanned { node: sums, span: span.start..self.end_of_last() })
    }

    /// `<NAME, ...>`, if it is there.
    pub(super) fn parameters(&mut self) -> Parsed<Vec<Name>> {
        self.angled(|cursor| cursor.name("a parameter"))
    }

    /// A name and its arguments within an expression. `what` says what it names.
    pub(super) fn reference(&mut self, what: &str) -> Parsed<Reference<Sum>> {
        Ok(Reference { name: self.name(what)?, arguments: self.angled(Cursor::sum)? })
    }

    /// A name and its arguments in a command.
    pub(super) fn target(&mut self, what: &str) -> Parsed<Target> {
        Ok(Reference { name: self.name(what)?, arguments: self.angled(Cursor::values)? })
    }

    /// A family with a name, such as `n`, in the place of the length.
    pub(super) fn lengths(&mut self, what: &str) -> Parsed<Target> {
        let argument = |cursor: &mut Self| {
            let span = cursor.span();
            if matches!(cursor.peek(), TokenKind::Name(_)) {
                cursor.skip();
                return Ok(Spanned { node: Values::Length, span });
            }
            cursor.values()
        };
        Ok(Reference { name: self.name(what)?, arguments: self.angled(argument)? })
    }

    /// The contents of angle brackets, if they are there.
    fn angled<T>(&mut self, part: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut parts = vec![];
        if !self.accept_symbol("<") {
            return Ok(parts);
        }
        loop {
            if parts.len() == MOST_PARAMETERS {
                let message = format!("a family has at most {MOST_PARAMETERS} parameters");
                let diagnostic = Diagnostic::error("too-many", message, self.place(self.span()));
                return Err(self.report(diagnostic));
            }
            parts.push(part(self)?);
            if self.accept_symbol(">") {
                return Ok(parts);
            }
            if !self.accept_symbol(",") {
                return Err(self.expected("`,` or `>`"));
            }
        }
    }

    /// `3` or `1..12`.
    fn values(&mut self) -> Parsed<Spanned<Values>> {
        let first = self.small_number()?;
        if !self.accept_symbol("..") {
            return Ok(Spanned { node: Values::One(first.node), span: first.span });
        }
        let last = self.small_number()?;
        let span = first.span.start..last.span.end;
        let (first, last) = (first.node, last.node);
        if let Some((code, message, hint)) = range_fault(first, last) {
            // It is parsed nevertheless, and so is what follows.
            let diagnostic = Diagnostic::error(code, message, self.place(span.clone()));
            self.report(diagnostic.hinted(hint));
            return Ok(Spanned { node: Values::One(first), span });
        }
        Ok(Spanned { node: Values::Range(first, last), span })
    }
}

fn range_fault(first: u32, last: u32) -> Option<(&'static str, String, String)> {
    if first > last {
        let message = format!("the range {first}..{last} is empty");
        return Some(("empty-range", message, format!("did you mean `{last}..{first}`?")));
    }
    (last - first >= MOST_VALUES).then(|| {
        let number = u64::from(last - first) + 1;
        let message = format!("the range {first}..{last} has {number} values: the most is {MOST_VALUES}");
        ("range-too-large", message, "ask for a part of it".to_owned())
    })
}
