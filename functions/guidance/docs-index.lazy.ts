/** Loaded with the first question about the documentation: it is half a megabyte. */
export { pages, terraformValidations } from './docs-index.generated.ts';
