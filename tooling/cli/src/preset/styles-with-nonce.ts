import type { Compiler, javascript } from 'webpack';

/** Property in which the embed host keeps the portal's nonce (shell/src/embed/style-nonce.ts). */
const NONCE = `globalThis[Symbol.for('sitedeck.style-nonce.v1')]`;

/** Replaces `document.createElement` for style elements. */
const CREATE = `((...what) => { const style = document.createElement(...what); if (${NONCE}) style.nonce = ${NONCE}; return style; })`;

const SCRIPTS = ['javascript/auto', 'javascript/esm', 'javascript/dynamic'] as const;

/**
 * Gives every style element the portal's nonce. Some parts of antd create style elements without the nonce they were
 * given, and a remote's own icons know none. In the console the document adds it; a portal's document is not ours to
 * change, so this changes the code that creates a style. Without a known nonce it has no effect.
 */
export class StylesWithNonce {
  apply(compiler: Compiler): void {
    const { ConstDependency } = compiler.webpack.dependencies;
    const listen = (parser: javascript.JavascriptParser) => {
      parser.hooks.call.for('document.createElement').tap('StylesWithNonce', (expression) => {
        const [tag] = expression.arguments;
        const { range } = expression.callee as { readonly range?: [number, number] };
        if (tag?.type !== 'Literal' || tag.value !== 'style' || !range) return undefined;
        parser.state.module.addPresentationalDependency(new ConstDependency(CREATE, range));
        return true;
      });
    };
    compiler.hooks.normalModuleFactory.tap('StylesWithNonce', (factory) => {
      for (const kind of SCRIPTS) {
        factory.hooks.parser.for(kind).tap('StylesWithNonce', (parser) => listen(parser));
      }
    });
  }
}
