import { DATABASE_PASSWORD } from '@sitedeck/contract';

/** Printable ASCII without blanks, quotes and backslashes; the server has the last word. */
const FIT = /^[!#-&(-[\]-_a-~]+$/;

export const isFitPassword = (password: string): boolean =>
  password.length >= DATABASE_PASSWORD.min && password.length <= DATABASE_PASSWORD.max && FIT.test(password);
