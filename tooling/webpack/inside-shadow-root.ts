import type { Compiler, javascript } from 'webpack';

/** Finds the focused element. For a focus inside a shadow root, the document knows only the root's host. */
const FOCUSED =
  '((at) => { while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement; return at; })(document.activeElement)';

/** Looks in the root with the focus first, then in the document: two embedded remotes may use the same ids. */
const found = (method: string): string =>
  `((what) => { const at = ${FOCUSED}; return (at && at.getRootNode().${method}(what)) || document.${method}(what); })`;

const METHODS = ['querySelector', 'getElementById'] as const;
const SCRIPTS = ['javascript/auto', 'javascript/esm', 'javascript/dynamic'] as const;

/**
 * antd's components ask the document for the focused element (the focus lock of a dialog, the arrow keys of a menu) and
 * for their own elements. Inside a shadow root the document knows neither, so the build for portals redirects these
 * calls to the right root.
 */
export class InsideShadowRoot {
  apply(compiler: Compiler): void {
    const { ConstDependency } = compiler.webpack.dependencies;
    const replace = (parser: javascript.JavascriptParser, at: LocatedNode, code: string): true => {
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

interface LocatedNode {
  readonly range?: [number, number] | undefined;
}
