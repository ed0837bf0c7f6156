import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { NameSuggester } from '../../text/nearest-name.ts';

/** A problem of one part of an input. */
export interface InputProblem<Value> {
  readonly message: string;
  /** Names and positions that lead from the input to the part. */
  readonly path: readonly (string | number)[];
  /** The part itself. */
  readonly value: Value;
}

/** A form in which GraphQL takes inputs: the values of variables, or the literals of a document. */
export interface InputForm<Value> {
  /** True for a variable inside a literal, whose value is checked elsewhere. */
  isOpen(value: Value): boolean;
  isNull(value: Value): boolean;
  /** The elements of a list; undefined for every other value. */
  elements(value: Value): readonly Value[] | undefined;
  /** The fields of an object; undefined for every other value. */
  fields(value: Value): InputFields<Value> | undefined;
  /** Describes the problem of a scalar or enum value in a message of bounded length. */
  leafProblem(value: Value, type: GraphQLLeafType): string | undefined;
}

interface InputFields<Value> {
  readonly count: number;
  entries(): Iterable<readonly [name: string, value: Value, at: Value]>;
}

/** The fields of an input type, collected once per check. */
interface KnownFields {
  readonly fields: ReadonlyMap<string, GraphQLInputType>;
  readonly most: number;
  readonly required: readonly string[];
}

/** The most characters of a name or text that a message quotes. */
const QUOTED_LENGTH = 80;
/** The most characters of a text that may be the name of an enum value. */
const ENUM_LENGTH = 250;

/**
 * Checks an input against its type, with the same verdicts as graphql-js, whose messages quote the whole input for every
 * mistake. Here the size of a message is bounded, an object with more fields than its type is refused unread, and the
 * check ends at `most` problems. The time is therefore linear in the size of the input.
 */
export class InputCheck<Value> {
  readonly problems: InputProblem<Value>[] = [];
  readonly #form: InputForm<Value>;
  readonly #most: number;
  readonly #path: (string | number)[] = [];
  readonly #known = new Map<GraphQLInputObjectType, KnownFields>();
  readonly #suggester = new NameSuggester();

  constructor(form: InputForm<Value>, most: number) {
    this.#form = form;
    this.#most = most;
  }

  /** True when enough problems are found. */
  get isFull(): boolean {
    return this.problems.length >= this.#most;
  }

  check(value: Value, type: GraphQLInputType): void {
    if (this.isFull || this.#form.isOpen(value)) return;
    if (isNonNullType(type)) {
      if (this.#form.isNull(value)) this.#add(`Expected value of non-null type "${type}" not to be null.`, value);
      else this.check(value, type.ofType);
      return;
    }
    if (this.#form.isNull(value)) return;
    if (isListType(type)) this.#list(value, type.ofType);
    else if (isInputObjectType(type)) this.#object(value, type);
    else {
      const problem = this.#form.leafProblem(value, type);
      if (problem !== undefined) this.#add(problem, value);
    }
  }

  /** GraphQL accepts a single value as a list of one. */
  #list(value: Value, type: GraphQLInputType): void {
    const elements = this.#form.elements(value);
    if (elements === undefined) {
      this.check(value, type);
      return;
    }
    for (let index = 0; index < elements.length && !this.isFull; index += 1) this.#below(index, elements[index]!, type);
  }

  #object(value: Value, type: GraphQLInputObjectType): void {
    const given = this.#form.fields(value);
    if (given === undefined) {
      this.#add(`Expected value of type "${type}" to be an object.`, value);
      return;
    }
    const { fields, most, required } = this.#knownOf(type);
    if (given.count > most) {
      this.#add(
        `Expected value of type "${type}" to have at most ${most} fields, as its type has; found ${given.count}.`,
        value,
      );
      return;
    }
    const missing = new Set(required);
    for (const [name, field, at] of given.entries()) {
      if (this.isFull) return;
      missing.delete(name);
      const known = fields.get(name);
      if (known !== undefined) this.#below(name, field, known);
      else this.#unknownField(name, type, at);
    }
    for (const name of missing) {
      this.#add(`Expected value of type "${type}" to include required field "${name}".`, value);
    }
  }

  #knownOf(type: GraphQLInputObjectType): KnownFields {
    const before = this.#known.get(type);
    if (before !== undefined) return before;
    const fields = Object.values(type.getFields());
    const known = {
      fields: new Map(fields.map((field) => [field.name, field.type])),
      most: fields.length,
      required: fields.filter(isRequiredInputField).map(({ name }) => name),
    };
    this.#known.set(type, known);
    return known;
  }

  #unknownField(name: string, type: GraphQLInputObjectType, at: Value): void {
    const nearest = this.#suggester.nearest(name, Object.keys(type.getFields()));
    const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    this.#add(`Expected value of type "${type}" not to include unknown field ${quoted(name)}.${hint}`, at);
  }

  #below(step: string | number, value: Value, type: GraphQLInputType): void {
    this.#path.push(step);
    this.check(value, type);
    this.#path.pop();
  }

  #add(message: string, value: Value): void {
    if (!this.isFull) this.problems.push({ message, path: [...this.#path], value });
  }
}

/** A path for messages, such as `.records[0].name`; empty for the input itself. */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}

/** Shortens a long text and adds an ellipsis; returns a short one unchanged. */
function beginning(text: string, length = QUOTED_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Shortens a text that a scalar of GraphQL or an enum checks, because both quote the whole text that they refuse. */
export function judgedText(text: string, type: GraphQLLeafType): string {
  return beginning(text, isEnumType(type) ? ENUM_LENGTH : QUOTED_LENGTH);
}

function quoted(name: string): string {
  return JSON.stringify(beginning(name));
}
