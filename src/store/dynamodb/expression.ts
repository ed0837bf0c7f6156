import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Condition, Update, Value } from '../port.ts';
import { marshal } from './marshal.ts';

/** Names and values of one request. Every name has a placeholder, because an attribute may be a reserved word. */
export class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, AttributeValue> = {};
  readonly #placeholders = new Map<string, string>();
  #valueCount = 0;

  name(attribute: string): string {
    let placeholder = this.#placeholders.get(attribute);
    if (placeholder === undefined) {
      placeholder = `#${this.#placeholders.size}`;
      this.#placeholders.set(attribute, placeholder);
      this.#names[placeholder] = attribute;
    }
    return placeholder;
  }

  value(value: Value): string {
    const placeholder = `:${this.#valueCount++}`;
    this.#values[placeholder] = marshal(value);
    return placeholder;
  }

  /** The two fields of a request. Empty ones are left out, because DynamoDB refuses them. */
  fields(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, AttributeValue>;
  } {
    return {
      ...(this.#placeholders.size > 0 && { ExpressionAttributeNames: this.#names }),
      ...(this.#valueCount > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

/** Returns undefined when the condition has no clause. */
export function conditionExpression(condition: Condition | undefined, placeholders: Placeholders): string | undefined {
  if (condition === undefined || condition.length === 0) return undefined;
  return condition
    .map((clause) => {
      if ('item' in clause) {
        const pk = placeholders.name('pk');
        return clause.item === 'absent' ? `attribute_not_exists(${pk})` : `attribute_exists(${pk})`;
      }
      const name = placeholders.name(clause.attribute);
      if ('equals' in clause) return `${name} = ${placeholders.value(clause.equals)}`;
      if ('absentOr' in clause) {
        return `(attribute_not_exists(${name}) OR ${name} = ${placeholders.value(clause.absentOr)})`;
      }
      if ('least' in clause) {
        return `${name} BETWEEN ${placeholders.value(clause.least)} AND ${placeholders.value(clause.most)}`;
      }
      return `attribute_not_exists(${name})`;
    })
    .join(' AND ');
}

/** Returns undefined when the update changes no attribute and only creates the item. */
export function updateExpression(update: Update, placeholders: Placeholders): string | undefined {
  const sets: string[] = [];
  for (const [attribute, value] of Object.entries(update.set ?? {})) {
    sets.push(`${placeholders.name(attribute)} = ${placeholders.value(value)}`);
  }
  for (const [attribute, value] of Object.entries(update.setIfAbsent ?? {})) {
    const name = placeholders.name(attribute);
    sets.push(`${name} = if_not_exists(${name}, ${placeholders.value(value)})`);
  }
  const adds = Object.entries(update.add ?? {}).map(
    ([attribute, value]) => `${placeholders.name(attribute)} ${placeholders.value(value)}`,
  );
  const removes = (update.remove ?? []).map((attribute) => placeholders.name(attribute));
  const parts: string[] = [];
  if (sets.length > 0) parts.push(`SET ${sets.join(', ')}`);
  if (adds.length > 0) parts.push(`ADD ${adds.join(', ')}`);
  if (removes.length > 0) parts.push(`REMOVE ${removes.join(', ')}`);
  return parts.length > 0 ? parts.join(' ') : undefined;
}
