import {
  type ASTVisitor,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isSpecifiedScalarType,
  Kind,
  type ObjectFieldNode,
  type ValidationContext,
  type ValueNode,
  validateInputLiteral,
} from 'graphql';
import { InputCheck, type InputForm, judgedText } from '../schema/input-check.ts';

/** A value in the text of a query, or a field of an object if the field itself is invalid. */
type Literal = ValueNode | ObjectFieldNode;

const literals: InputForm<Literal> = {
  isOpen: ({ kind }) => kind === Kind.VARIABLE,
  isNull: ({ kind }) => kind === Kind.NULL,
  elements: (node) => (node.kind === Kind.LIST ? node.values : undefined),
  fields: (node) =>
    node.kind !== Kind.OBJECT
      ? undefined
      : {
          count: node.fields.length,
          entries: () => node.fields.map((field) => [field.name.value, field.value, field]),
        },
  leafProblem: (node, type) => leafProblem(node as ValueNode, type),
};

/**
 * Replaces graphql-js's ValuesOfCorrectTypeRule, which prints the whole literal for every mistake in it.
 */
export function inputLiteralsRule(most: number): (context: ValidationContext) => ASTVisitor {
  return (context) => {
    const judge = (node: ValueNode, type: GraphQLInputType | null | undefined): false => {
      if (type == null) return false;
      const check = new InputCheck(literals, most);
      check.check(node, type);
      for (const { message, value } of check.problems) {
        context.reportError(new GraphQLError(message, { nodes: value as ValueNode }));
      }
      // The check has already visited all nodes below.
      return false;
    };
    const judgeAsInput = (node: ValueNode) => judge(node, context.getInputType());
    const judgeAsList = (node: ValueNode) => judge(node, context.getParentInputType());
    return {
      NullValue: judgeAsInput,
      ListValue: judgeAsList,
      ObjectValue: judgeAsInput,
      EnumValue: judgeAsInput,
      IntValue: judgeAsInput,
      FloatValue: judgeAsInput,
      StringValue: judgeAsInput,
      BooleanValue: judgeAsInput,
    };
  };
}

function leafProblem(node: ValueNode, type: GraphQLLeafType): string | undefined {
  const ofGraphQL = isSpecifiedScalarType(type) || isEnumType(type);
  if (ofGraphQL && (node.kind === Kind.LIST || node.kind === Kind.OBJECT)) {
    return `${type.name} cannot represent ${node.kind === Kind.LIST ? 'a list' : 'an object'}`;
  }
  const judged = ofGraphQL && node.kind === Kind.STRING ? { ...node, value: judgedText(node.value, type) } : node;
  let problem: string | undefined;
  validateInputLiteral(judged, type, ({ message }) => {
    problem ??= message;
  });
  return problem;
}
