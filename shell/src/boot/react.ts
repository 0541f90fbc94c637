/** React for every script of the page: `SitedeckReact.React`, … (see REACT_EXTERNALS in webpack.common.ts). */
export { default as React } from 'react';
export { default as ReactDom } from 'react-dom';
export { default as ReactDomClient } from 'react-dom/client';
export * as JsxRuntime from 'react/jsx-runtime';
