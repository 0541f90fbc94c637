/** Code and words of one expected failure; `{name}` is a placeholder for a value. */
export interface FaultEntry {
  readonly code: '400' | '401' | '403' | '404' | '409' | '413' | '423' | '429' | '500' | '502' | '996';
  readonly 'zh-CN': string;
  readonly 'en-US': string;
}
