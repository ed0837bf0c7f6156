export { array, boolean, enum, int, number, object, record, string, toJSONSchema, tuple, union, unknown } from 'zod';
