/**
 * Loader for a library of React components that lets a minifier drop the unused ones. A minifier keeps what a call
 * returns (a component, a context, antd's styles) and anything that gets a property (a name, a panel for antd's own
 * documentation).
 * @param {string} source JavaScript module
 * @returns {string}
 */
module.exports = function pureComponents(source) {
  return source
    .replace(/^\w+\.(?:displayName = "[^"\n]*"|_InternalPanelDoNotUseOrYouWillBeFired = \w+);$/gm, '')
    .replace(
      /(?<== )(?=(?:React\d*\.(?:forwardRef|createContext)|genStyleHooks|genPurePanel)\()/g,
      '/*#__PURE__*/ ',
    );
};
