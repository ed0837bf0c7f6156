/** The Node that runs built functions: this one, or another that ENTITY_DATA_FUNCTION_NODE names. */
export const runtimeOfFunctions = process.env['ENTITY_DATA_FUNCTION_NODE'] ?? process.execPath;
