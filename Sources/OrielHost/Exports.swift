// A host finds extensions and names types of data: one import gives it all that it needs.
@_exported public import OrielInterface
@_exported public import OrielManifest
@_exported public import OrielPropertyList
@_exported public import OrielTypes
