import {
  type ExecutionResult,
  executeRootSelectionSet,
  type GraphQLResolveInfo,
  getArgumentValues,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { RequestContext } from '../operations/operation.ts';
import { type FieldPlan, planAnswer, type Shape } from './answer-plan.ts';

/** What a root field's resolver answered, or threw. */
export type Answered = { readonly value: unknown } | { readonly error: unknown };

/** One execution on its way. */
interface Run {
  readonly args: ValidatedExecutionArgs;
  readonly context: RequestContext;
  /** Values that are not there yet; these promises never reject. */
  readonly pending: Promise<void>[];
  /** Something cannot be answered as it is. */
  failed: boolean;
}

/**
 * Executes operations: by a plan that is made once for every operation, as long as nothing has to be answered with an
 * error. Everything else is executed by graphql-js, which knows how an error is answered and what becomes null with it;
 * it is given what root fields have answered already, so that nothing is done twice. Resolvers of other fields may be
 * called a second time then.
 *
 * A plan spares what graphql-js does for every value: it looks up the field's definition, describes the place, and has
 * everything ready that a resolver might ask for. No resolver of the service asks for more than the field's name.
 */
export function createExecute(): (args: ValidatedExecutionArgs) => Promise<ExecutionResult> {
  const plans = new WeakMap<OperationDefinitionNode, readonly FieldPlan[] | 'none'>();
  return async (args) => {
    let plan = plans.get(args.operation);
    if (plan === undefined) {
      plan = planAnswer(args) ?? 'none';
      plans.set(args.operation, plan);
    }
    if (plan === 'none') return executeRootSelectionSet(args) as Promise<ExecutionResult>;
    const answered = new Map<string, Answered>();
    const data = await answerPlan(plan, args, answered);
    if (data !== undefined) return { data };
    const contextValue = { ...(args.contextValue as RequestContext), answered };
    return executeRootSelectionSet({ ...args, contextValue }) as Promise<ExecutionResult>;
  };
}

/** The answer, when there is nothing wrong with it. What the root fields answered is noted in any case. */
async function answerPlan(
  plan: readonly FieldPlan[],
  args: ValidatedExecutionArgs,
  answered: Map<string, Answered>,
): Promise<Record<string, unknown> | undefined> {
  const run: Run = { args, context: args.contextValue as RequestContext, pending: [], failed: false };
  const data: Record<string, unknown> = {};
  for (const field of plan) {
    try {
      const value = resolved(field, args.rootValue, run);
      answered.set(field.key, { value });
      put(data, field.key, field.shape, value, run);
    } catch (error) {
      if (!answered.has(field.key)) answered.set(field.key, { error });
      run.failed = true;
      break;
    }
  }
  for (let waited = 0; waited < run.pending.length; ) {
    const open = run.pending.slice(waited);
    waited = run.pending.length;
    await (open.length === 1 ? open[0] : Promise.all(open));
  }
  return run.failed ? undefined : data;
}

/** Thrown where graphql-js has to say what is answered. */
const EXTRAORDINARY = new Error('this cannot be answered as it is');

const NO_ARGUMENTS = Object.freeze(Object.create(null)) as Record<string, unknown>;

function resolved({ resolve, name, field, node, constant }: FieldPlan, source: unknown, run: Run): unknown {
  if (constant !== undefined) return constant;
  if (resolve === undefined) {
    return Object.hasOwn(source as object, name) ? (source as Record<string, unknown>)[name] : undefined;
  }
  const args = field.args.length === 0 ? NO_ARGUMENTS : getArgumentValues(field, node, run.args.variableValues);
  return resolve(source, args, run.context, { fieldName: name } as GraphQLResolveInfo);
}

/** Puts a value into the answer, at once or when it is there. Its place is taken at once: the order is that of the query. */
function put(
  target: Record<string | number, unknown>,
  key: string | number,
  shape: Shape,
  value: unknown,
  run: Run,
): void {
  if (typeof value !== 'object' || value === null || typeof (value as { then?: unknown }).then !== 'function') {
    target[key] = complete(shape, value, run);
    return;
  }
  target[key] = null;
  run.pending.push(
    (value as PromiseLike<unknown>).then(
      (settled) => {
        try {
          target[key] = complete(shape, settled, run);
        } catch {
          run.failed = true;
        }
      },
      () => {
        run.failed = true;
      },
    ) as Promise<void>,
  );
}

function complete(shape: Shape, value: unknown, run: Run): unknown {
  if (value === null || value === undefined) {
    if (shape.required) throw EXTRAORDINARY;
    return null;
  }
  switch (shape.kind) {
    case 'leaf': {
      const answer = shape.type.coerceOutputValue(value);
      if (answer === null || answer === undefined) throw EXTRAORDINARY;
      return answer;
    }
    case 'list': {
      if (!Array.isArray(value)) throw EXTRAORDINARY;
      const list = new Array<unknown>(value.length);
      for (let index = 0; index < value.length; index++) {
        put(list as unknown as Record<number, unknown>, index, shape.of, value[index], run);
      }
      return list;
    }
    case 'object': {
      if (typeof value !== 'object' || value instanceof Error) throw EXTRAORDINARY;
      const object: Record<string, unknown> = {};
      const { fields } = shape;
      for (let index = 0; index < fields.length; index++) {
        const field = fields[index]!;
        put(object, field.key, field.shape, resolved(field, value, run), run);
      }
      return object;
    }
  }
}
