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

/** What is wrong with one part of an input. */
export interface InputProblem<Value> {
  readonly message: string;
  /** Names and positions from the input inwards. */
  readonly path: readonly (string | number)[];
  /** The part itself. */
  readonly value: Value;
}

/** A form in which GraphQL takes inputs: the values of variables, or the literals of a document. */
export interface InputForm<Value> {
  /** Whether the value is settled elsewhere and is not to be looked at: a variable within a literal. */
  isOpen(value: Value): boolean;
  isNull(value: Value): boolean;
  /** The elements of a list; undefined for every other value. */
  elements(value: Value): readonly Value[] | undefined;
  /** The fields of an object; undefined for every other value. */
  fields(value: Value): InputFields<Value> | undefined;
  /** What is wrong with the value of a scalar or an enum, in a message of bounded length. */
  leafProblem(value: Value, type: GraphQLLeafType): string | undefined;
}

export interface InputFields<Value> {
  readonly count: number;
  entries(): Iterable<readonly [name: string, value: Value, at: Value]>;
}

/** What an input type has, gathered once in a check. */
interface KnownFields {
  readonly fields: ReadonlyMap<string, GraphQLInputType>;
  readonly most: number;
  readonly required: readonly string[];
}

/** Characters of a name or a text that a message quotes. */
const QUOTED_LENGTH = 80;
/** Characters of a text that may name a value of an enum: more than any name has. */
const ENUM_LENGTH = 250;

/**
 * Compares an input with its type. The verdicts are those of graphql-js, whose messages quote the whole input for every
 * mistake. Here no message depends on the size of the input, an object with more fields than its type is refused without
 * a look into it, and the check ends at `most` problems. So its time is linear in the size of the input.
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

  /** Whether as many problems are found as are wanted. */
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

  /** A value that is no list stands for a list of it. */
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

/** A path as it stands in messages, such as `.records[0].name`; empty for the input itself. */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}

/** The beginning of a long text, followed by an ellipsis; a short one as it is. */
function beginning(text: string, length = QUOTED_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** As much of a text as a scalar of GraphQL or an enum needs for its verdict: both quote what they refuse in full. */
export function judgedText(text: string, type: GraphQLLeafType): string {
  return beginning(text, isEnumType(type) ? ENUM_LENGTH : QUOTED_LENGTH);
}

function quoted(name: string): string {
  return JSON.stringify(beginning(name));
}
