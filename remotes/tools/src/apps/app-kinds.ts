/** Tasks of the page. */
export const APP_KINDS = ['APP_INSTALL', 'APP_UPDATE', 'APP_UNINSTALL'] as const;
