/** The problems that an error of this kind reports; any other error is thrown. */
export function reportedProblems<Problem>(
  kind: abstract new (...values: never[]) => Error & { readonly problems: readonly Problem[] },
  work: () => unknown,
): readonly Problem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof kind) return error.problems;
    throw error;
  }
}
