/** Extensions of programs and files with secrets: no engine delivers them, whatever a site's owner sets. */
export const CLOSED_SOURCES = '(?:php\\d?|phtml|phar|inc|aspx?|ashx|asmx|ascx|cs|vb|config)';

const CLOSED = new RegExp(`^${CLOSED_SOURCES}$`, 'i');
export const isClosedSource = (extension: string): boolean => CLOSED.test(extension);
