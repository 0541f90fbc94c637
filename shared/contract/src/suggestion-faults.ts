/** Faults of a request for a suggested rule. */
export const SUGGESTION_FAULTS = {
  'suggestion-unclear': {
    code: '400',
    'zh-CN':
      '未能理解，请粘贴 .htaccess，或换一种说法，例如「WordPress 伪静态」「把 /news/12 变成 /index.php?id=12」',
    'en-US':
      'Not understood. Paste an .htaccess, or rephrase it, such as "Laravel" or "/news/12 becomes /index.php?id=12"',
  },
} as const;
