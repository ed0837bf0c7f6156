import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PlacedFinding } from './findings.ts';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly findings: readonly PlacedFinding[];
  readonly onChange: (text: string) => void;
  /** Position to move to; every new object triggers a move. */
  readonly goTo: { readonly offset: number } | undefined;
}

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, class: 'code-name' },
  { tag: tags.string, class: 'code-text' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-value' },
  { tag: [tags.brace, tags.squareBracket, tags.separator], class: 'code-mark' },
]);

/** A JSON editor that marks the findings of the linter. */
export default function Editor({ label, text, findings, onChange, goTo }: EditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; texts from outside follow below
  useLayoutEffect(() => {
    if (frame.current === null) return;
    const editor = new EditorView({
      parent: frame.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.lineWrapping,
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          json(),
          syntaxHighlighting(highlighting),
          // Tab indents; Escape and then Tab leaves the editor, which is CodeMirror's convention.
          keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...searchKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  // At once: after the next key, the text would be one that the editor had before, and both would write each other's for ever.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const { length } = editor.state.doc;
    const diagnostics = findings.map(({ severity, code, message, hint, from, to }) => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity,
      source: code,
      message: hint === '' ? message : `${message}\n${hint}`,
    }));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [findings]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || goTo === undefined) return;
    const anchor = Math.min(goTo.offset, editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    editor.focus();
  }, [goTo]);

  return <div ref={frame} className="editor" />;
}
