import type { ParseErrorCode } from 'jsonc-parser';
import { printParseErrorCode } from 'jsonc-parser';

const syntaxMessages: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  InvalidSymbol: [
    'this is no JSON value',
    'Write text in double quotes, or a number, true, false, null, a list or an object.',
  ],
  InvalidNumberFormat: ['this is no JSON number', 'Write a number such as 12, -3 or 0.85.'],
  PropertyNameExpected: ['a key in double quotes is expected here', 'Write "key": value.'],
  ValueExpected: ['a value is expected here', 'Write a value, or take the comma or colon before it away.'],
  ColonExpected: ['a colon is expected after the key', 'Write "key": value.'],
  CommaExpected: ['a comma is missing before this', 'Separate entries with commas.'],
  CloseBraceExpected: ['the object is not closed', 'Write } where the object ends.'],
  CloseBracketExpected: ['the list is not closed', 'Write ] where the list ends.'],
  EndOfFileExpected: [
    'something follows the end of the document',
    'The document is one JSON object: take away what follows it.',
  ],
  InvalidCommentToken: ['JSON has no comments', 'Take the comment away.'],
  UnexpectedEndOfComment: ['the comment does not end', 'Take the comment away.'],
  UnexpectedEndOfString: [
    'the text does not end on its line',
    'Close it with a double quote; write a line break as \\n.',
  ],
  UnexpectedEndOfNumber: ['the number ends too early', 'Write a number such as 12, -3 or 0.85.'],
  InvalidUnicode: ['this is no Unicode escape', 'Write \\u and four hexadecimal digits.'],
  InvalidEscapeCharacter: ['this escape is unknown', 'Write a backslash as \\\\.'],
  InvalidCharacter: ['a text contains a control character', 'Write it as an escape such as \\t or \\n.'],
};

/** Returns the message and the hint for an error of the strict JSON parser. */
export function syntaxMessage(
  text: string,
  error: ParseErrorCode,
  offset: number,
): { readonly message: string; readonly hint: string } {
  const code = printParseErrorCode(error);
  const [message, hint] = isTrailingComma(text, code, offset)
    ? ['a comma stands before the end', 'Take the last comma away.']
    : syntaxMessages[code]!;
  return { message, hint };
}

function isTrailingComma(text: string, code: string, offset: number): boolean {
  if (code !== 'ValueExpected' && code !== 'PropertyNameExpected') return false;
  if (text[offset] !== ']' && text[offset] !== '}') return false;
  let before = offset - 1;
  while (before >= 0 && /\s/.test(text[before]!)) before -= 1;
  return text[before] === ',';
}
