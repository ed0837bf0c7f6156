/** Loaded with the first phone number: the numbering plans of the world are in it. */
export { Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/max';
