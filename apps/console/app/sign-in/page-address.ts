/** The address that the authorization server sends answers to. */
export const pageAddress = (): string => `${window.location.origin}${window.location.pathname}`;
