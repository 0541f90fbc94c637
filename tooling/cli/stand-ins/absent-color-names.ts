/**
 * Stands in for the colours that CSS has names for, which antd's reader of colours brings along: themes and brands are
 * hexadecimal or `rgb()` here, so 3 kB of the console's first load would never be looked up. An unknown name reads as black.
 */
// oxlint-disable-next-line import/no-default-export -- the file it stands in for has a default export
export default {};
