/** Last part of each page's address (specification, section 2). */
export type EnvPageName = 'home' | 'pseudoStatic' | '301' | '404' | 'errorInfo' | 'mime' | 'php' | 'dNet';
