// What the library says, in the language of the page, by the catalogue that the command has, too. Its keys are the English texts: `{1}` stands for what
// differs from message to message, `{#1}` for a number. What is found there is looked up in its turn, unless it is part of code: then it is a name.

/** English texts, and what they are in another language. */
export type Messages = Record<string, string>;

interface Form {
  pattern: RegExp;
  other: string;
  /** How much of the text is its own, and whether it has the mark of lists. */
  own: number;
  mark: boolean;
  /** Its holes, and whether they are names. */
  holes: [string, boolean][];
}

/** What stands between the parts of a list. */
const BETWEEN = "; ";
/** Phrases stand in phrases to this depth: each part of a list has the rest of it in a hole. */
const DEEPEST = 24;
/** Names come from links, and one may repeat the words of a message: a longer text is not looked at. */
const LONGEST = 500;
const HOLE = /\{#?\d+\}/g;

/** Looks texts up in a catalogue; `undefined` if it does not have one. */
export function reader(messages: Messages): (text: string) => string | undefined {
  const forms = new Map<string, Form[]>();
  for (const [english, other] of Object.entries(messages)) {
    if (english.search(HOLE) < 0 || english.startsWith("page|")) continue;
    const begin = firstWord(english.slice(0, english.search(HOLE)));
    const known = forms.get(begin);
    if (known) known.push(form(english, other));
    else forms.set(begin, [form(english, other)]);
  }
  const byOwn = (one: Form, other: Form) => other.own - one.own;
  for (const some of forms.values()) some.sort(byOwn);
  // The parts of a list, each in the other language if it has words for it; and whether it has for all.
  const listed = (text: string, depth: number): [string, boolean] | undefined => {
    const parts = text.split(BETWEEN);
    if (!depth || parts.length < 2) return undefined;
    const others = parts.map((part) => said(part, depth - 1));
    if (others.every((other) => other === undefined)) return undefined;
    const between = `${messages[BETWEEN.trim()] ?? BETWEEN.trim()} `;
    return [others.map((other, place) => other ?? parts[place]).join(between), others.every((other) => other !== undefined)];
  };
  const fitting = (some: Form[], text: string, depth: number): string | undefined => {
    for (const { pattern, other, holes } of some) {
      const found = pattern.exec(text)?.slice(1);
      if (!found) continue;
      const inner = found.map((part, place) => (depth && !holes[place]![1] ? said(part, depth - 1) : undefined) ?? part);
      return other.replace(HOLE, (hole) => inner[holes.findIndex(([name]) => name === hole)] ?? hole);
    }
    return undefined;
  };
  const said = (text: string, depth: number): string | undefined => {
    if (text.length > LONGEST) return undefined;
    if (Object.hasOwn(messages, text)) return messages[text];
    // The form with the most words of its own fits best; one that has the mark of lists of its own knows better than a list.
    const some = [...new Set([firstWord(text), ""].flatMap((word) => forms.get(word) ?? []))].sort(byOwn);
    const known = fitting(some.filter(({ mark }) => mark), text, depth);
    if (known !== undefined) return known;
    const list = listed(text, depth);
    return list?.[1] ? list[0] : (fitting(some.filter(({ mark }) => !mark), text, depth) ?? list?.[0]);
  };
  return (text) => said(text, DEEPEST);
}

/** The first word of a text; empty if a hole may continue it. */
const firstWord = (text: string) => (text.includes(" ") ? text.slice(0, text.indexOf(" ")) : "");

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function form(english: string, other: string): Form {
  const holes: [string, boolean][] = [];
  let pattern = "", from = 0;
  for (const { 0: hole, index } of english.matchAll(HOLE)) {
    pattern += escaped(english.slice(from, index)) + (hole.startsWith("{#") ? "(-?\\d[-\\d., \u202f^%]*)" : "(.+?)");
    holes.push([hole, (english.slice(0, index).split("`").length - 1) % 2 === 1]);
    from = index + hole.length;
  }
  const own = english.replace(HOLE, "");
  return { pattern: new RegExp(`^${pattern}${escaped(english.slice(from))}$`), other, own: own.length, mark: own.includes(BETWEEN), holes };
}
