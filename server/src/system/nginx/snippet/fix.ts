import type { SnippetFault } from './fault';

/** An edit of the rules: `text` replaces `length` UTF-16 units at the fault's position. */
export interface SnippetEdit {
  readonly length: number;
  readonly text: string;
}

const REMOVE: SnippetEdit = { length: 1, text: '' };

/** The edit that mends a fault; undefined if only the owner knows what was meant. */
export function editFor({ reason, values = {} }: SnippetFault): SnippetEdit | undefined {
  switch (reason) {
    case 'semicolon-missing':
    case 'semicolon-missing-here':
      return { length: 0, text: ';' };
    case 'semicolon-alone':
    case 'brace-extra':
    case 'control-character':
      return REMOVE;
    case 'wide-character':
      return { length: 1, text: values['plain'] ?? '' };
    case 'directive-misspelt':
      return { length: (values['name'] ?? '').length, text: values['like'] ?? '' };
    default:
      return undefined;
  }
}
