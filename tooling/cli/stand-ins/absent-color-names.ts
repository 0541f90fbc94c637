/**
 * Stands in for the table of CSS colour names that antd's colour parser brings along: our themes and brands are
 * hexadecimal or `rgb()`, so it would add 3 kB to the console's first load without ever being used. An unknown name
 * reads as black.
 */
// oxlint-disable-next-line import/no-default-export -- the file it stands in for has a default export
export default {};
