import type { Compiler, javascript } from 'webpack';

/** The document knows of a shadow root only that the focus is in there; this is the element that has it. */
const FOCUSED =
  '((at) => { while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement; return at; })(document.activeElement)';

/** Where the focus is, then the document: ids and marks of two places in a page may be the same. */
const found = (method: string): string =>
  `((what) => { const at = ${FOCUSED}; return (at && at.getRootNode().${method}(what)) || document.${method}(what); })`;

const METHODS = ['querySelector', 'getElementById'] as const;
const SCRIPTS = ['javascript/auto', 'javascript/esm', 'javascript/dynamic'] as const;

/**
 * antd's parts ask the document for the focus (the lock of a dialog, the arrow keys of a menu) and for their own
 * elements. In a shadow root the document does not know either: in the build for portals they ask the right one.
 */
export class InsideShadowRoot {
  apply(compiler: Compiler): void {
    const { ConstDependency } = compiler.webpack.dependencies;
    const replace = (parser: javascript.JavascriptParser, at: Located, code: string): true => {
      if (at.range) parser.state.module.addPresentationalDependency(new ConstDependency(code, at.range));
      return true;
    };
    const listen = (parser: javascript.JavascriptParser) => {
      parser.hooks.expression
        .for('document.activeElement')
        .tap('InsideShadowRoot', (expression) => replace(parser, expression, FOCUSED));
      for (const method of METHODS) {
        parser.hooks.call.for(`document.${method}`).tap('InsideShadowRoot', (expression) => {
          parser.walkExpressions(expression.arguments);
          return replace(parser, expression.callee, found(method));
        });
      }
    };
    compiler.hooks.normalModuleFactory.tap('InsideShadowRoot', (factory) => {
      for (const kind of SCRIPTS) {
        factory.hooks.parser.for(kind).tap('InsideShadowRoot', (parser) => listen(parser));
      }
    });
  }
}

interface Located {
  readonly range?: [number, number] | undefined;
}
