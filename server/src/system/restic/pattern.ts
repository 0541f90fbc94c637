/** A path as a pattern that fits that path alone: the engine takes patterns wherever it asks for paths. */
export const exactPattern = (path: string): string => path.replace(/[\\*?[\]]/g, '\\$&');
