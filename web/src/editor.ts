// The text of a puzzle in an editor: colors, the library's diagnostics at their place, completion of names and options.

import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, redoDepth, undo, undoDepth, isolateHistory } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic, Kind, Seen, Shelf } from "./protocol";
import { currentLanguage, t, translated } from "./words";

const word = /[A-Za-z_][A-Za-z_0-9]*/;

function language(keywords: Set<string>, kind: () => Kind) {
  return StreamLanguage.define<{ depth: number }>({
    startState: () => ({ depth: 0 }),
    token(stream, state) {
      if (kind() !== "tiling") {
        if (stream.sol() && stream.peek() === "|") {
          stream.skipToEnd();
          return "comment";
        }
        stream.next();
        return null;
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (state.depth > 0) {
        const next = stream.next();
        if (next === "}") {
          state.depth = 0;
          return "bracket";
        }
        if (next === "$") return "operator";
        return next === "*" ? "atom" : next === "?" ? "number" : "meta";
      }
      if (stream.eat("{")) {
        state.depth = 1;
        return "bracket";
      }
      if (stream.match(/^"[^"\n]*"?/)) return "string";
      if (stream.match(/^~[a-z]*/)) return "propertyName";
      if (stream.match(/^\d+(x\d+)*/)) return "number";
      const found = stream.match(word) as RegExpMatchArray | null;
      if (found) return keywords.has(found[0]) ? "keyword" : "variableName";
      stream.next();
      return null;
    },
  });
}

const COLORS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--code-comment)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.propertyName, color: "var(--code-option)" },
  { tag: tags.atom, color: "var(--code-cell)", fontWeight: "700" },
  { tag: tags.meta, color: "var(--code-comment)" },
  { tag: tags.operator, color: "var(--code-option)" },
]);

const THEME = EditorView.theme({
  "&": { backgroundColor: "transparent", fontSize: "0.9375rem", height: "100%" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)", padding: "0.75rem 0" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused": { outline: "none" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--select) !important" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", overflow: "hidden" },
  ".cm-diagnostic": { padding: "0.5rem 0.75rem", maxWidth: "26rem" },
});

export interface Editor {
  element: HTMLElement;
  text: () => string;
  setText: (text: string, fromDrawing?: boolean) => void;
  setDiagnostics: (seen: Seen) => void;
  undo: () => void;
  redo: () => void;
  canUndo: () => boolean;
  canRedo: () => boolean;
  focusAt: (place: number) => void;
}

/** The text of a diagnostic, including its hint, and its language. */
export function worded(diagnostic: Diagnostic): { text: string; lang: string } {
  const known = translated(diagnostic);
  const { message, hint } = known ?? diagnostic;
  return { text: message + (hint ? `\n${hint}` : ""), lang: known ? currentLanguage() : "en" };
}

export function editor(text: string, shelf: Shelf, kind: () => Kind, changed: (text: string, fromDrawing: boolean) => void): Editor {
  const keywords = new Set(shelf.words.filter((row) => row.is_keyword).map((row) => row.word));
  const options = shelf.words.filter((row) => row.is_option).map((row) => ({ label: `~${row.word}${row.takes ? " " : ""}`, detail: row.help, type: "property" }));
  // A word with several roles is offered once, with the first one.
  const words = [...new Map(shelf.words.filter((row) => !row.is_option).reverse().map((row) => [row.word, { label: row.word, detail: row.help, type: "keyword" }])).values()];
  let names: Seen["names"] = [];
  let fromDrawing = false;

  const complete = (context: CompletionContext): CompletionResult | null => {
    if (kind() === "puzzle") {
      const typed = context.matchBefore(/^[a-z-]*/);
      return typed && { from: typed.from, options: shelf.puzzles.map((puzzle) => ({ label: puzzle.name, detail: puzzle.about, type: "constant" })) };
    }
    if (kind() !== "tiling") return null;
    const option = context.matchBefore(/~[a-z]*/);
    if (option) return { from: option.from, options };
    const set = context.matchBefore(/<[a-z_0-9]*/);
    if (set && /include\s*<[a-z_0-9]*$/.test(context.state.sliceDoc(Math.max(0, set.from - 20), context.pos))) {
      return { from: set.from + 1, options: shelf.sets.map((one) => ({ label: one.name, detail: one.about, type: "constant", apply: `${one.name}>` })) };
    }
    const color = context.matchBefore(/~color\s+"[a-z]*/);
    if (color) return { from: color.from + color.text.lastIndexOf('"') + 1, options: shelf.colors.map((label) => ({ label, type: "constant" })) };
    const typed = context.matchBefore(word);
    if (!typed && !context.explicit) return null;
    return {
      from: typed?.from ?? context.pos,
      options: [
        ...names.map(({ name, kind }) => ({ label: name, detail: kind, type: "variable", boost: 1 })),
        ...words,
      ],
    };
  };

  const view = new EditorView({
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        highlightSelectionMatches(),
        language(keywords, kind),
        syntaxHighlighting(COLORS),
        autocompletion({ override: [complete] }),
        lintGutter(),
        // Escape, then Tab, leaves the editor.
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": t("textLabel") }),
        THEME,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString(), fromDrawing);
        }),
      ],
    }),
  });

  // Everything that scrolls can be scrolled by the keyboard.
  view.scrollDOM.tabIndex = 0;

  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    setText(next, drawn = false) {
      const old = view.state.doc.toString();
      if (old === next) return;
      // Only what differs is replaced, so that the place of the reader stays.
      let start = 0;
      while (start < old.length && start < next.length && old[start] === next[start]) start++;
      let end = 0;
      while (end < old.length - start && end < next.length - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
      fromDrawing = drawn;
      view.dispatch({ changes: { from: start, to: old.length - end, insert: next.slice(start, next.length - end) }, annotations: isolateHistory.of("full") });
      fromDrawing = false;
    },
    setDiagnostics(seen) {
      names = seen.names;
      const length = view.state.doc.length;
      const marks = seen.diagnostics.flatMap((diagnostic): Mark[] => {
        const label = diagnostic.labels.find((one) => one.from !== undefined);
        const [from, to] = [Math.min(label?.from ?? 0, length), Math.min(label?.to ?? 0, length)];
        return [{ from, to: Math.max(from, to), severity: diagnostic.severity, message: worded(diagnostic).text }];
      });
      marks.sort((one, other) => one.from - other.from);
      view.dispatch(setDiagnostics(view.state, marks));
    },
    undo: () => undo(view),
    redo: () => redo(view),
    canUndo: () => undoDepth(view.state) > 0,
    canRedo: () => redoDepth(view.state) > 0,
    focusAt(place) {
      view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
  };
}
