interface AnswerBarProps<Undecided extends string> {
  /** The answer of a person who does not decide, and its key. */
  readonly undecided: { readonly answer: Undecided; readonly name: string; readonly shortcut: string };
  /** False while there is nothing to judge by: then only the answer that decides nothing works. */
  readonly canDecide?: boolean;
  readonly onAnswer: (answer: 'same' | 'different' | Undecided) => void;
  /** Undefined while there is nothing to take back. */
  readonly onUndo: (() => void) | undefined;
}

const decisions = [
  { decision: 'same', text: 'Same', key: 'y', look: 'is-yes' },
  { decision: 'different', text: 'Different', key: 'n', look: 'is-no' },
] as const;

/** The answers about two records, with the keys that give them. The keys themselves are the view's. */
export function AnswerBar<Undecided extends string>(props: AnswerBarProps<Undecided>) {
  const { undecided, canDecide = true, onAnswer, onUndo } = props;
  const { answer, name, shortcut } = undecided;
  return (
    <div className="answer-bar">
      {decisions.map(({ decision, text, key, look }) => (
        <button
          key={key}
          type="button"
          className={`button ${look}`}
          aria-keyshortcuts={key}
          // A button that is disabled would lose the focus.
          aria-disabled={!canDecide}
          onClick={canDecide ? () => onAnswer(decision) : undefined}
        >
          {text} <kbd>{key}</kbd>
        </button>
      ))}
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
