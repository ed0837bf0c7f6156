import type { GraphQLScalarType } from 'graphql';
import { AnyScalar } from './any.ts';
import { DateScalar } from './date.ts';
import { DuplicatesScalar } from './duplicates.ts';
import { HitsScalar } from './hits.ts';
import { MapScalar } from './map.ts';
import { StringMapScalar } from './string-map.ts';
import { TimeScalar } from './time.ts';

/** The scalars that the service adds to those of GraphQL. */
export const scalars: readonly GraphQLScalarType[] = [
  AnyScalar,
  MapScalar,
  StringMapScalar,
  TimeScalar,
  DateScalar,
  HitsScalar,
  DuplicatesScalar,
];
