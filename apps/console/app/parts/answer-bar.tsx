interface AnswerBarProps<Undecided extends string> {
  /** The answer of a person who does not decide, and its key. */
  readonly undecided: { readonly answer: Undecided; readonly name: string; readonly shortcut: string };
  readonly onAnswer: (answer: 'same' | 'different' | Undecided) => void;
  /** Undefined while there is nothing to take back. */
  readonly onUndo: (() => void) | undefined;
}

/** The answers about two records, with the keys that give them. The keys themselves are the view's. */
export function AnswerBar<Undecided extends string>({ undecided, onAnswer, onUndo }: AnswerBarProps<Undecided>) {
  const { answer, name, shortcut } = undecided;
  return (
    <div className="answer-bar">
      <button type="button" className="button is-main" aria-keyshortcuts="y" onClick={() => onAnswer('same')}>
        Same <kbd>y</kbd>
      </button>
      <button type="button" className="button is-main" aria-keyshortcuts="n" onClick={() => onAnswer('different')}>
        Different <kbd>n</kbd>
      </button>
      <button type="button" className="button" aria-keyshortcuts={shortcut} onClick={() => onAnswer(answer)}>
        {name} <kbd>{shortcut}</kbd>
      </button>
      <button
        type="button"
        className="button"
        aria-keyshortcuts="b"
        disabled={onUndo === undefined}
        onClick={() => onUndo?.()}
      >
        Undo <kbd>b</kbd>
      </button>
    </div>
  );
}
