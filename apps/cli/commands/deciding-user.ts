import { userInfo } from 'node:os';

/** The option that names the person who decides. */
export const USER_OPTION = ['--user <name>', 'the person who decides; default: the name of your login'] as const;

export const userOf = ({ user }: { readonly user?: string }): string => user ?? userInfo().username;
