import { Component, type ReactNode } from 'react';

interface Props {
  readonly failed: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

type State = { readonly is: 'well' } | { readonly is: 'failed'; readonly error: unknown };

/** Keeps an error, in loading or in rendering, inside its area. */
export class AreaBoundary extends Component<Props, State> {
  override state: State = { is: 'well' };

  static getDerivedStateFromError(error: unknown): State {
    return { is: 'failed', error };
  }

  override render(): ReactNode {
    return this.state.is === 'failed' ? this.props.failed(this.state.error) : this.props.children;
  }
}
