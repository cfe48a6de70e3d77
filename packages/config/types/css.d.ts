// A style sheet is imported by the component that it dresses; the bundler takes it from there.
declare module '*.css'
