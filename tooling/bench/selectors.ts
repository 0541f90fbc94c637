/** Selectors of elements that appear with a page's content. */
export const CONTENT = {
  home: '.sh-home h2',
  files: '.fm-name',
  table: '.sd-resource .ant-table-row',
} as const;

/** Entry of the side menu. */
export const linkTo = (path: string): string => `nav a[href="${path}"]`;
