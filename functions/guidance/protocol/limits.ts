/** Size of a request body in bytes, after base64 is decoded. */
export const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** Brackets that may be open at once in a body: far above use, far below a full stack. */
export const MAX_NESTING = 200;

/** Messages in one batch. Each is one call's work, and one request must end in time. */
export const MAX_BATCH = 20;

/** Milliseconds that one call of a tool may take before it is cut off. */
export const TOOL_TIME_LIMIT = 5_000;

/** Milliseconds until the thread that runs the tools has to be ready for its first call, however busy the machine. */
export const START_TIME_LIMIT = 15_000;

/** Milliseconds that the calls of one request, a batch, may take together: well below the function's own time. */
export const REQUEST_TIME_LIMIT = 8_000;
