declare module 'vcf' {
  /** A line of a card; its parameters are its own properties. */
  interface Property {
    valueOf(): string | undefined;
  }
  export default class VCard {
    /** Reads one card. */
    parse(text: string): VCard;
    get(name: string): Property | Property[] | undefined;
  }
}
