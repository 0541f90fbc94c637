/** What stands in a page once its content is there. */
export const SHOWN = {
  home: '.sh-home h2',
  files: '.fm-name',
  table: '.sd-resource .ant-table-row',
} as const;

/** Entry of the side menu. */
export const linkTo = (path: string): string => `nav a[href="${path}"]`;
