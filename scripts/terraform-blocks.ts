/** A `variable` or `output` block of a Terraform file. */
export interface TerraformBlock {
  readonly kind: 'variable' | 'output';
  readonly name: string;
  readonly description: string;
  /** Type and default as they are written, on one line; of variables only. */
  readonly type?: string;
  /** The type over the lines of the source. */
  readonly typeSource?: string;
  readonly default?: string;
}

/** The source is not what `terraform fmt` writes, or a block lacks what the tables need. */
class TerraformSourceError extends Error {}

/**
 * Reads the variable and output blocks of formatted Terraform source. It relies on what `terraform fmt` guarantees: a
 * block begins in the first column and ends with a brace there, and its own arguments are indented by two blanks.
 */
export function readBlocks(source: string): TerraformBlock[] {
  const blocks: TerraformBlock[] = [];
  const lines = source.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const [, kind, name] = /^(variable|output) "([^"]+)" \{$/.exec(lines[index]!) ?? [];
    if (kind === undefined || name === undefined) continue;
    const end = lines.indexOf('}', index);
    if (end === -1) throw new TerraformSourceError(`The ${kind} ${name} does not end.`);
    const texts = argumentsOf(lines.slice(index + 1, end));
    const description = texts.get('description');
    if (description === undefined) throw new TerraformSourceError(`The ${kind} ${name} has no description.`);
    const type = texts.get('type');
    if (kind === 'variable' && type === undefined) throw new TerraformSourceError(`The variable ${name} has no type.`);
    const initial = texts.get('default');
    blocks.push({
      kind: kind as TerraformBlock['kind'],
      name,
      // In HCL $${ stands for ${; everything else is written as in JSON.
      description: (JSON.parse(description) as string).replaceAll('$${', '${'),
      ...(type === undefined ? {} : { type: onOneLine(type), typeSource: type.replaceAll(/^ {2}/gm, '') }),
      ...(initial === undefined ? {} : { default: onOneLine(initial) }),
    });
    index = end;
  }
  return blocks;
}

/** The arguments `name = …` of a block, with expressions over several lines as they are. */
function argumentsOf(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < lines.length; index++) {
    const [, name, first = ''] = /^ {2}([a-z_]+) += (.*)$/.exec(lines[index]!) ?? [];
    if (name === undefined) continue;
    const expression = [first];
    // An expression goes on as long as lines are indented deeper, and ends with the bracket that closes it.
    while (/[[({]$/.test(first) && index + 1 < lines.length) {
      index++;
      expression.push(lines[index]!);
      if (/^ {2}\S/.test(lines[index]!)) break;
    }
    found.set(name, expression.join('\n'));
  }
  return found;
}

function onOneLine(expression: string): string {
  return expression
    .split('\n')
    .map((line) => line.trim().replace(/\s+=\s+/, ' = '))
    .join('\n')
    .replace(/([[({])\n/g, '$1 ')
    .replace(/\n([\])}])/g, ' $1')
    .replace(/,?\n/g, ', ')
    .replace(/\(\{ /g, '({ ')
    .replace(/\s+/g, ' ');
}
