// Style sheets are imported by their components and extracted by the bundler.
declare module '*.css'
