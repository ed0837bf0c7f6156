/** A score from 0 to 1 as a bar and a percentage. */
export function Score({ label, value }: { readonly label: string; readonly value: number }) {
  const percent = Math.round(value * 100);
  return (
    <span className="score" title={`${label}: ${value.toFixed(3)} of 1`}>
      <span className="score-label">{label}</span>
      <svg className="score-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className="score-track" width="100" height="6" rx="3" />
        <rect className="score-value" width={percent} height="6" rx="3" />
      </svg>
      <span className="score-number">{value.toFixed(2)}</span>
    </span>
  );
}
