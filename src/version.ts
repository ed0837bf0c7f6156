/** The version of the service, of the command line and of the guidance server: that of package.json. */
export const version = '0.1.0';
