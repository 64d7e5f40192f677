// The messages of the library in French: the most common ones. A message is known by its code and its form; the names and numbers in
// it are kept. What is not known here stays in English, and is marked as such for screen readers.

import type { Diagnostic } from "./protocol";

type Form = [RegExp, string];

/** What a mistake of grammar expects or finds. */
const THINGS: Record<string, string> = {
  "a pattern": "un motif", "a size such as `8x5`": "une taille comme `8x5`", "the name of the pattern": "le nom du motif", "the name of the problem": "le nom du problème",
  "the name of the list": "le nom de la liste", "the name of a file in quotes": "le nom d'un fichier entre guillemets", "a drawing": "un dessin", "a text in quotes": "un texte entre guillemets",
  "the end of the file": "la fin du fichier", "`true` or `false`": "`true` ou `false`", "`,` or `]`": "`,` ou `]`",
};
const KINDS: Record<string, string> = { pattern: "le motif", problem: "le problème", "list of tiles": "la liste de pièces", item: "l'élément" };

const MESSAGES: Record<string, Form[]> = {
  syntax: [[/^(.+) is expected; here is (.+)$/, "{1} est attendu ; voici {2}"], [/^(`.+`) does not begin a declaration$/, "{1} ne commence pas une déclaration"], [/^there is no predicate (`.+`)$/, "il n'y a pas de prédicat {1}"]],
  "unknown-pattern": [[/^(pattern) (`.+`) is not defined$/, "{1} {2} n'est pas défini"]],
  "unknown-tiles": [[/^(list of tiles) (`.+`) is not defined$/, "{1} {2} n'est pas définie"]],
  "unknown-problem": [[/^(problem) (`.+`) is not defined$/, "{1} {2} n'est pas défini"]],
  "no-problem": [[/^the text defines no problem (`.+`)$/, "le texte ne définit pas de problème {1}"]],
  "unknown-option": [[/^there is no option (`.+`)$/, "il n'y a pas d'option {1}"], [/^a board has no option (`.+`)$/, "un plateau n'a pas d'option {1}"]],
  "unknown-library": [[/^the library has no (`.+`)$/, "la bibliothèque n'a pas de jeu {1}"]],
  "unknown-parameter": [[/^there is no parameter (`.+`) here$/, "il n'y a pas de paramètre {1} ici"]],
  undecidable: [[/^(`.+`) is about the plane, and this board is a solid$/, "{1} concerne le plan, et ce plateau est un solide"], [/^(`.+`) cannot be decided on a board that closes on itself$/, "{1} ne peut pas être décidé sur un plateau qui se referme"], [/^(`.+`) cannot be decided on hexagons: no straight line runs along their sides$/, "{1} ne peut pas être décidé sur des hexagones : aucune droite ne suit leurs côtés"], [/^(`.+`) is about cells that lie side to side, and sticks do not$/, "{1} concerne des cases qui se touchent par leurs côtés, ce que des bâtonnets ne font pas"]],
  "unknown-piece": [[/^the problem has no piece (`.+`)$/, "le problème n'a pas de pièce {1}"]],
  "unknown-isometry": [[/^there is no isometry (`.+`)$/, "il n'y a pas d'isométrie {1}"]],
  "open-drawing": [[/^this drawing has no end$/, "ce dessin n'a pas de fin"]],
  "open-text": [[/^this text has no end$/, "ce texte n'a pas de fin"]],
  "odd-cell": [[/^(`.+`) is an empty place in this drawing$/, "{1} est une place vide dans ce dessin"]],
  "sizes-differ": [[/^the patterns have different sizes: (\S+) and (\S+)$/, "les motifs ont des tailles différentes : {1} et {2}"]],
  outside: [[/^(\S+) is outside a pattern of (\S+)$/, "{1} est hors d'un motif de {2}"]],
  "empty-piece": [[/^this piece has no cells$/, "cette pièce n'a pas de cases"]],
  "empty-board": [[/^the board has no cells$/, "le plateau n'a pas de cases"]],
  "empty-pattern": [[/^a pattern of (\S+) has no cells$/, "un motif de {1} n'a pas de cases"]],
  "optional-piece": [[/^a piece has no optional cells: `\?` has no meaning here$/, "une pièce n'a pas de cases facultatives : `?` n'a pas de sens ici"]],
  "not-in-list": [[/^no piece of the list has the shape of (`.+`)$/, "aucune pièce de la liste n'a la forme de {1}"], [/^no piece of the list has this shape$/, "aucune pièce de la liste n'a cette forme"]],
  "list-operation": [[/^only `-` can follow the name of a list of tiles$/, "seul `-` peut suivre le nom d'une liste de pièces"]],
  redefined: [[/^(pattern|problem|list of tiles) (`.+`) is defined a second time$/, "{1} {2} est défini une seconde fois"]],
  "same-shape": [[/^two pieces have the same shape and are told apart all the same$/, "deux pièces ont la même forme et sont pourtant distinguées"]],
  "bad-name": [[/^(`.+`) is not a name$/, "{1} n'est pas un nom"]],
  "bad-color": [[/^(`.+`) is no color$/, "{1} n'est pas une couleur"]],
  "bad-character": [[/^(`.+`) means nothing here$/, "{1} n'a pas de sens ici"]],
  "division-by-zero": [[/^division by zero$/, "division par zéro"]],
  "number-too-large": [[/^this number is too large: the greatest is (\d+)$/, "ce nombre est trop grand : le plus grand est {1}"]],
  include: [[/^(`.+`) cannot be included: there is no such file$/, "{1} ne peut pas être inclus : ce fichier n'existe pas"]],
  "no-items": [[/^the file names no items$/, "le fichier ne nomme pas d'éléments"]],
  "unknown-item": [[/^option (\d+) names (`.+`), which is not an item$/, "l'option {1} nomme {2}, qui n'est pas un élément"]],
  "item-twice": [[/^option (\d+) has item (`.+`) twice$/, "l'option {1} a deux fois l'élément {2}"]],
  "duplicate-item": [[/^item (`.+`) is declared twice$/, "l'élément {1} est déclaré deux fois"]],
  "second-bar": [[/^a second `\|` on the line of items$/, "un second `|` sur la ligne des éléments"]],
  "bare-item": [[/^no option has item (`.+`), so there is no solution$/, "aucune option n'a l'élément {1} : il n'y a donc pas de solution"]],
  "kept-out": [[/^this option has no primary item and is kept out of the search$/, "cette option n'a pas d'élément principal et reste hors de la recherche"]],
  "no-puzzle": [[/^no puzzle is named$/, "aucun casse-tête n'est nommé"]],
  puzzle: [[/^there is no puzzle (`.+`)$/, "il n'y a pas de casse-tête {1}"], [/^the puzzle needs arguments$/, "ce casse-tête a besoin d'arguments"], [/^(.+) is from (\d+) to (\d+), not (.+)$/, "{1} va de {2} à {3}, et non {4}"]],
};

const HINTS: Form[] = [
  [/^did you mean (`.+`)\?$/, "vouliez-vous dire {1} ?"],
  [/^`\*` draws a cell, `\.` an empty place$/, "`*` dessine une case, `.` une place vide"],
  [/^close it with a (`.`)$/, "fermez-le par {1}"],
  [/^draw at least one row: (`.+`)$/, "dessinez au moins une rangée : {1}"],
  [/^draw the cells to be covered as `\*`$/, "dessinez par `*` les cases à couvrir"],
  [/^drawings are written in braces: (`.+`)$/, "les dessins s'écrivent entre accolades : {1}"],
  [/^separate them with commas: (`.+`)$/, "séparez-les par des virgules : {1}"],
  [/^declarations begin with words such as (.+)$/, "les déclarations commencent par des mots comme {1}"],
  [/^write both numbers without spaces: (`.+`)$/, "écrivez les deux nombres sans espaces : {1}"],
  [/^the options are (.+)$/, "les options sont {1}"],
  [/^a piece needs at least one cell, drawn as `\*`$/, "une pièce a besoin d'une case au moins, dessinée par `*`"],
  [/^declare it on the line of items$/, "déclarez-le sur la ligne des éléments"],
  [/^name each item once$/, "nommez chaque élément une fois"],
  [/^an option is a set: name each item once$/, "une option est un ensemble : nommez chaque élément une fois"],
  [/^write one such as (`.+`)$/, "écrivez par exemple {1}"],
  [/^write: (.+)$/, "écrivez : {1}"],
  [/^give both one size, as in (`.+`)$/, "donnez-leur la même taille, comme dans {1}"],
];

function filled(text: string, forms: Form[]): string | undefined {
  for (const [form, french] of forms) {
    const found = form.exec(text);
    if (found) return french.replace(/\{(\d)\}/g, (_, place: string) => {
      const words = found[Number(place)] ?? "";
      return THINGS[words] ?? KINDS[words] ?? words;
    });
  }
  return undefined;
}

/** The message and its hint in French; `undefined` if the message is not known. A hint that is not known stays as it is. */
export function inFrench({ code, message, hint }: Pick<Diagnostic, "code" | "message" | "hint">): { message: string; hint: string | null } | undefined {
  const known = filled(message, MESSAGES[code] ?? []);
  return known === undefined ? undefined : { message: known, hint: hint && (filled(hint, HINTS) ?? hint) };
}
