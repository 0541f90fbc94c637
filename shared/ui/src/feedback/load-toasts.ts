/** Loads the code of toasts: with the first of them, or before a page that is open for long may lose its connection. */
export const loadToasts = () => import('./ToastHolder').then(({ ToastHolder }) => ToastHolder);
