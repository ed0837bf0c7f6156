import type { Key } from '../../store/port.ts';
import { digestText } from '../../text/digest.ts';
import { InvalidPositionError, InvalidSegmentError } from '../errors.ts';

/** A part of the entities, or of the table. */
export interface Segment {
  /** From 0. */
  readonly segment: number;
  readonly segments: number;
}

/** Where a list of entities continues. */
export interface ListPosition extends Segment {
  /** When the list began, in milliseconds since 1970. */
  readonly begun: number;
  readonly after: Key;
}

const MOST_SEGMENTS = 1_000;

/** Longer than any position, whose key has at most 1,924 bytes. */
const MOST_CHARACTERS = 8_192;
/** Characters of the digest by which a position is recognised. They are no secret: a forged position only skips. */
const CHECK_CHARACTERS = 8;
const FORMAT = 1;

/** @throws InvalidSegmentError unless there is such a part */
export function checkedSegment(segment: number | undefined, segments: number | undefined): Segment {
  if (segment === undefined && segments === undefined) return { segment: 0, segments: 1 };
  if (segment === undefined || segments === undefined) {
    throw new InvalidSegmentError(`${segment === undefined ? 'segments' : 'segment'} stands alone`);
  }
  if (segments < 1 || segments > MOST_SEGMENTS) throw new InvalidSegmentError(`segments is ${segments}`);
  if (segment < 0 || segment >= segments) throw new InvalidSegmentError(`segment is ${segment} of ${segments}`);
  return { segment, segments };
}

/** The text that a caller passes back. */
export function positionText({ segment, segments, begun, after }: ListPosition, table: string): string {
  const text = JSON.stringify([FORMAT, segment, segments, begun, after.pk, after.sk]);
  return Buffer.from(checkOf(text, table) + text).toString('base64url');
}

/** @throws InvalidPositionError when the text is no position of this segment of this table */
export function readPosition(text: string, wanted: Segment, table: string): ListPosition {
  const decoded = text.length > MOST_CHARACTERS ? '' : Buffer.from(text, 'base64url').toString();
  const content = decoded.slice(CHECK_CHARACTERS);
  if (content === '' || decoded !== checkOf(content, table) + content) {
    throw new InvalidPositionError('it is cut, changed, or of another service');
  }
  const [format, segment, segments, begun, pk, sk] = JSON.parse(content) as [
    number,
    number,
    number,
    number,
    string,
    string,
  ];
  if (format !== FORMAT) throw new InvalidPositionError('another release of the service made it');
  if (segment !== wanted.segment || segments !== wanted.segments) {
    throw new InvalidPositionError(
      `it belongs to segment ${segment} of ${segments}, and this request is for segment ${wanted.segment} of ${wanted.segments}`,
    );
  }
  return { segment, segments, begun, after: { pk, sk } };
}

const checkOf = (content: string, table: string): string =>
  digestText(`${table}\n${content}`).slice(0, CHECK_CHARACTERS);
